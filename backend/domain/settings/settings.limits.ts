/** The id of the only stream of a category of settings. */
export const settingsId = 1
