/** Lets everything else that is ready have its turn: between steps of work that nobody waits for. */
export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
