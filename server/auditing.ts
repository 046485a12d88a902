/** The wiring of the audit log: engines that a front opens are recorded where the user's settings or environment ask for it. */
import type { OpenEngineWithLog } from './core/engine/engine-api.js';
import type { AuditLogs } from './core/model/audit.js';
import { configurationError } from './core/model/problem.js';

/** For all clients of a user; a setting of one client overrides it. */
const variable = 'CONTEXT_LANGUAGE_SERVER_AUDIT_DAYS';

export function audited(openEngine: OpenEngineWithLog, logs: AuditLogs): OpenEngineWithLog {
  return async ({ askedBy, ...options }, log) => {
    const days = options.settings?.auditDays ?? daysOfEnvironment();
    const engine = await openEngine(options, log);
    if (days === null) return engine;
    const [{ auditedEngine }, { redactSecrets, redactSecretsAndEmails }] = await Promise.all([
      import('./core/engine/audited-engine.js'),
      import('./core/security/redact.js'),
    ]);
    return auditedEngine(engine, {
      log: logs.open(days),
      client: askedBy ?? (() => ({ front: 'cli', name: 'unknown' })),
      redact: options.settings?.redactEmails ? redactSecretsAndEmails : redactSecrets,
      pid: process.pid,
      now: () => new Date(),
    });
  };
}

/** @throws ContextError('configuration') for a wrong value: a log that was asked for must not be missing */
function daysOfEnvironment(): number | null {
  const value = process.env[variable];
  if (value === undefined || value === '') return null;
  const days = Number(value);
  if (!Number.isInteger(days) || days < 1)
    throw configurationError(`${variable}: expected a whole number of days, at least 1, got ${value}`);
  return days;
}
