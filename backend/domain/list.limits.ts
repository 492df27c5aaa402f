// Query limits of panel lists, shared by API and page; imports nothing.

export const longestSearch = 100
export const lastPage = 999_999
