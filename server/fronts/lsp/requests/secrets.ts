/** `context/secrets`. */
import { isAtOrBelow } from '../../../core/model/file.js';
import { secretsMethod } from '../../../protocol/methods.js';
import { type SecretsResult, secretsParamsSchema } from '../../../protocol/secrets.js';
import type { RequestHandler } from '../dispatch.js';
import { validate } from '../errors.js';
import type { Session } from '../session.js';

export const secrets =
  (session: Session): RequestHandler =>
  async (raw) => {
    const { uris } = validate(secretsMethod, secretsParamsSchema, raw);
    return session.use(
      async (engine): Promise<SecretsResult> => {
        const isAsked = uris ? isAtOrBelow(session.pathsOf(uris, engine)) : () => true;
        const masked = (await engine.maskedSecrets()).filter(({ path }) => isAsked(path));
        return { places: masked.map(({ path, line, kind }) => ({ uri: session.uriOf(path, engine), path, line, kind })) };
      },
      (): SecretsResult => ({ places: [] }),
    );
  };
