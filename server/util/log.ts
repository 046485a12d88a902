/** The log interface; where the lines go is decided by whoever composes the program. */
export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
export type Log = (level: LogLevel, message: string) => void;
export const silent: Log = () => {};
