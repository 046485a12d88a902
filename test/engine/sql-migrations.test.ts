/** SQL: what is defined again in each migration is one thing, procedures are executed, variables have types. */
import assert from 'node:assert/strict';
import test from 'node:test';
import { engineOn, workspace } from '../support/real-engine.js';

const source = `
-- sql/procedures/Item_Close.sql --
CREATE PROCEDURE [shop].[Item_Close] @Ids [shop].[ItemIds] READONLY
AS
BEGIN
    SELECT * FROM [shop].[ItemView]
END
-- sql/procedures/Item_Delete.sql --
CREATE PROCEDURE [shop].[Item_Delete]
AS
BEGIN
    DECLARE @Ids [shop].[ItemIds]
    EXEC [shop].[Item_Close] @Ids
    SELECT TOP(1) * FROM [shop].[Item]
END
-- sql/views/ItemView.sql --
CREATE VIEW [shop].[ItemView] AS SELECT * FROM [shop].[Item]
-- sql/types/ItemIds.sql --
CREATE TYPE [shop].[ItemIds] AS TABLE ( [Id] INT )
-- migrations/2020-01-01_Item.sql --
CREATE TABLE [shop].[Item] ( [Id] INT );
GO
CREATE VIEW [shop].[ItemView] AS SELECT 1
GO
-- migrations/2021-01-01_Item.sql --
CREATE OR ALTER PROCEDURE [shop].[Item_Close]
AS
BEGIN
    SELECT 1
END
GO
`;

test('users belong to the definition in the file of its name', async (t) => {
  const engine = await engineOn(workspace(t, source), { history: 'off' });
  await engine.settled();
  const usersOf = async (symbol: string): Promise<string[]> => {
    const { items, of } = await engine.related({ symbol, kinds: ['called_by', 'used_by'] });
    const paths = new Map(of.map(({ key, path }) => [key, path]));
    return items.map(({ symbol: user, of: key, proof }) => `${user.name}:${(proof?.line ?? -1) + 1} of ${paths.get(key)}`).sort();
  };
  assert.deepEqual(await usersOf('Item_Close'), ['Item_Delete:5 of sql/procedures/Item_Close.sql']);
  assert.deepEqual(await usersOf('ItemView'), ['Item_Close:4 of sql/views/ItemView.sql']);
  assert.deepEqual(await usersOf('ItemIds'), ['Item_Close:1 of sql/types/ItemIds.sql', 'Item_Delete:4 of sql/types/ItemIds.sql']);
  assert.deepEqual(await usersOf('Item'), [
    'ItemView:1 of migrations/2020-01-01_Item.sql',
    'Item_Delete:6 of migrations/2020-01-01_Item.sql',
  ]);
});
