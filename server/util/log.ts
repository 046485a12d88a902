/** The log interface. The fronts decide where the lines go. */

/** Most severe first. */
export const logLevels = ['error', 'warn', 'info', 'debug'] as const;
export type LogLevel = (typeof logLevels)[number];
export type Log = (level: LogLevel, message: string) => void;
export const silent: Log = () => {};
