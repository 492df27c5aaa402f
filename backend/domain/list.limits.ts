// How a list of the panel may be asked: one truth for the API and for the page, so it imports nothing.

/** Characters of a search. */
export const longestSearch = 100
/** The last page that can be asked for; past its end a list answers its last page. */
export const lastPage = 999_999
