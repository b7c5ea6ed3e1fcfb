// The language of what Node says without the library, before which none can be set.

/** The text in the language that QIKIT_LANGUAGE names, or else in the system's. @internal */
export function inLanguage(english: string, chinese: string): string {
  const { QIKIT_LANGUAGE, LC_ALL, LC_MESSAGES, LANG } = process.env;
  const language = QIKIT_LANGUAGE || LC_ALL || LC_MESSAGES || LANG || Intl.DateTimeFormat().resolvedOptions().locale;
  return /^zh/i.test(language) ? chinese : english;
}
