import { z } from 'zod'

export const avatarUpload = z.object({ image: z.instanceof(File, { error: 'Elegí una imagen.' }) })
