// Limits of pictures, shared by API and form; imports nothing.

export const avatarMaxBytes = 5 * 1024 * 1024

/** Only a hint for the file chooser; the API checks the content. */
export const avatarTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
