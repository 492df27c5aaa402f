export const longestSearch = 100
export const lastPage = 999_999
