/** The name of a setting, which no code defines or an interface alone like it, as the whole question. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const shop = `
-- src/announcements.ts --
export interface FeatureAnnouncement {
  title: string;
  link?: string;
}
export function activeAnnouncement(value: string): FeatureAnnouncement | null {
  return value ? JSON.parse(value) : null;
}
-- src/window.ts --
import { activeAnnouncement } from './announcements';
export function openWindow(env: Record<string, string>) {
  const shown = activeAnnouncement(env.PUBLIC_FEATURE_ANNOUNCEMENTS ?? '');
  return shown?.title;
}
-- chart/values.yaml --
env:
  PUBLIC_FEATURE_ANNOUNCEMENTS: "[]"
  PUBLIC_NAME: shop
`;

test('what has the name of a setting comes before what is like it, and every line of code and settings is listed', async (t) => {
  const engine = await engineOn(workspace(t, shop), { history: 'off' });
  await engine.settled();
  for (const query of ['PUBLIC_FEATURE_ANNOUNCEMENTS', 'where is the PUBLIC_FEATURE_ANNOUNCEMENTS setting read']) {
    const { results, callers, problems } = await engine.retrieve({ query, brief: true });
    assert.equal(results[0]?.qualifiedName, 'openWindow', query);
    const shown = [...results.filter(({ text }) => text.includes('PUBLIC_FEATURE_ANNOUNCEMENTS')), ...callers].map(({ path }) => path);
    assert.ok(shown.includes('chart/values.yaml'), shown.join());
    assert.ok(results.every(({ text, qualifiedName }) => text === '' || qualifiedName !== 'FeatureAnnouncement'));
    assert.ok(!problems.some(({ code }) => code === 'weakMatch'));
  }
});

test('a variable of the environment leads to the code of the setting that it is for, before the template that sets it', async (t) => {
  const source = `
-- .env.template --
## Hours after which an invitation ends.
# INVITATION_HOURS=120
-- src/config.rs --
make_config! {
    mail {
        /// Hours after which an invitation ends.
        invitation_hours: u32, true, def, 120;
    }
}
-- src/claims.rs --
pub fn claims() -> i64 {
    i64::from(CONFIG.invitation_hours())
}
`;
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const { results } = await engine.retrieve({ query: 'INVITATION_HOURS', brief: true });
  const paths = results.map(({ path }) => path);
  assert.deepEqual([...paths].sort(), ['.env.template', 'src/claims.rs', 'src/config.rs']);
  assert.equal(paths.at(-1), '.env.template');
});
