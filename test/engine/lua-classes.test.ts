/** Lua: tables that go on from others, the tables that files return, and Lua's own library. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- ui/widget/focus.lua --
local Container = require("ui/widget/container")
local Focus = Container:extend{
    selected = nil,
}
function Focus:init()
    self.at = os.time()
    self:paint()
end
return Focus
-- ui/widget/container.lua --
local Container = {}
function Container:extend(other)
    return setmetatable(other, { __index = self })
end
function Container:paint() end
return Container
-- ui/dialog.lua --
local FocusManager = require("ui/widget/focus")
local Dialog = FocusManager:extend{}
function Dialog:show()
    return FocusManager:new{ dialog = self }
end
return Dialog
-- ui/models.lua --
local Dialog = require("ui/dialog")
local Small = Dialog:extend{ width = 1 }
local Large = setmetatable({}, { __index = Small })
return { small = Small, large = Large }
-- ui/clock.lua --
local clock = {}
function clock.time() return 0 end
return clock
`;

test('subtypes, users and importers of a table that a file returns, whatever the others call it', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const related = async (symbol: string, kind: 'extended_by' | 'extends' | 'used_by' | 'imported_by' | 'calls'): Promise<string[]> =>
    (await engine.related({ symbol, kinds: [kind] })).items.map(
      ({ symbol: { qualifiedName, path }, proof }) => `${kind === 'imported_by' ? path : qualifiedName}:${(proof?.line ?? -1) + 1}`,
    );
  assert.deepEqual(await related('Container', 'extended_by'), ['Focus:2']);
  assert.deepEqual(await related('Focus', 'extended_by'), ['Dialog:2']);
  assert.deepEqual(await related('Dialog', 'extends'), ['Focus:2']);
  assert.deepEqual(await related('Dialog', 'extended_by'), ['Small:2']);
  assert.deepEqual(await related('Small', 'extended_by'), ['Large:3']);
  assert.ok((await related('Focus', 'used_by')).includes('Dialog.show:4'));
  assert.deepEqual(await related('Focus', 'imported_by'), ['ui/dialog.lua:1']);
  assert.ok(!(await related('Focus.init', 'calls')).some((one) => one.startsWith('clock.time')), 'os.time is of the library');
});
