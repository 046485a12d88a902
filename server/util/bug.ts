/** A broken assumption of ours: throws in tests, is logged and counted in production. */
let count = 0;
let sink: (message: string) => void = () => {};
export const bugCount = (): number => count;
export const onBug = (report: (message: string) => void): void => {
  sink = report;
};
export function bug(message: string): void {
  count++;
  if (process.env.CONTEXT_LS_STRICT === '1') throw new Error(`bug: ${message}`);
  sink(message);
}
export const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
