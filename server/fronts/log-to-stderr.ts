/** The log of a server process: lines on standard error, including broken assumptions and errors that nothing caught. */
import { onBug } from '../util/bug.js';
import { type Log, type LogLevel, logLevels } from '../util/log.js';
import { plainText } from '../util/plain-text.js';

/** @param level lines below it are dropped */
export function logToStderr(level: LogLevel): Log {
  const most = logLevels.indexOf(level);
  // A client that dies closes the pipe: logging the error of the log would never end.
  let isOpen = true;
  process.stderr.on('error', () => {
    isOpen = false;
  });
  const log: Log = (own, message) => {
    if (isOpen && logLevels.indexOf(own) <= most) process.stderr.write(plainText(`${own}: ${message}\n`));
  };
  const unexpected = (reason: unknown) =>
    log('error', `unexpected: ${reason instanceof Error ? (reason.stack ?? reason.message) : String(reason)}`);
  onBug((message) => log('error', message));
  process.on('uncaughtException', unexpected);
  process.on('unhandledRejection', unexpected);
  return log;
}
