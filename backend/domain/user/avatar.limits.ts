// How large a picture may be, for the API and for the form; it imports nothing.

/** Of the file as it is sent. */
export const avatarMaxBytes = 5 * 1024 * 1024

/** What the chooser of files offers; the API looks at the content alone. */
export const avatarTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif'
