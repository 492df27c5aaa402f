// What may come over the wire as a person's picture: a form with one file. What the file holds is looked at when it is drawn.
import { z } from 'zod'

export const avatarUpload = z.object({ image: z.instanceof(File, { error: 'Elegí una imagen.' }) })
