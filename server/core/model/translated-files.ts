/** Files with the messages of a program in one of several languages, by their paths. Pure. */

/** Words of paths under which programs keep their messages. */
const OF_MESSAGES = /(?:^|[/_.-])(?:i18n|l10n|ftl|locales?|locali[sz]ations?|lang(?:uage)?s?|translations?|messages|strings)(?:[/_.-]|$)/i;
const ENGLISH = /(?:^|[/_.-])en(?:[/_.-]|$)/i;
const OTHER_ENGLISH = /(?:^|[/_.-])en[_-](?!us|default|strings|messages)[a-z]{2,3}(?:[/_.-]|$)/i;

/** Whether a file is one of messages, as its path says. */
export const isOfTranslations = ({ path }: { readonly path: string }): boolean => OF_MESSAGES.test(path);

/**
 * How likely a table is the one that the program is written in, of many translations: English, and that without a country or of the United
 * States first, and the one whose path names no language.
 */
export const originality = ({ path }: { readonly path: string }): number =>
  ENGLISH.test(path) ? (OTHER_ENGLISH.test(path) ? 1 : 2) : OF_NO_LANGUAGE.test(path) ? 2 : 0;
/** `values/strings.xml` beside `values-de/strings.xml`, `messages.properties` beside `messages_de.properties`. */
const OF_NO_LANGUAGE = /(?:^|\/)values\/[\w-]+\.xml$|(?:^|\/)(?:messages|strings|resources)\.(?:properties|resx)$/i;
