/** Reports a broken internal assumption: throws in tests, calls the reporter in production. */
let sink: (message: string) => void = () => {};
export const onBug = (report: (message: string) => void): void => {
  sink = report;
};
export function bug(message: string): void {
  if (process.env.CONTEXT_LS_STRICT === '1') throw new Error(`bug: ${message}`);
  sink(message);
}
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
