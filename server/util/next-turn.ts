/** Yields to everything else that is ready, between steps of background work. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
