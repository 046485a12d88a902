/** Text with blanks in place of everything but its line ends: no offset and no line changes. */
export const blank = (text: string): string => text.replace(/[^\n\r]/g, ' ');
