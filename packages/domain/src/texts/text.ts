/** The two languages of the product (spec 9). */
export type Language = 'zh' | 'en'

/** A text shown to people, in both languages, written where it is used. */
export type Text = { readonly zh: string; readonly en: string }
