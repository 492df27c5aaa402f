// Product pictures: uploaded by staff, public.
import { Hono } from 'hono'
import { z } from 'zod'
import { findProductPicture, keepProductPicture } from '#backend/commands/products/product-pictures.ts'
import { pictureMaxBytes } from '#backend/domain/product/gallery.limits.ts'
import { pictureUpload } from '#backend/domain/product/product.contract.ts'
import { receiveFile } from '#backend/http/admission/receive-file.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow } from '#backend/http/middleware/allow.ts'
import { fileTooLarge, sayWhyRefused } from '#backend/http/middleware/request-guards.ts'
import { validate } from '#backend/http/middleware/validate.ts'

const calls = {
  picture: {
    does: 'Takes a picture for products, drawn anew; returns where it is shown.',
    status: 201,
    returns: z.object({ url: z.string() }),
    rate: 'picture',
  },
} satisfies Record<string, Call>

export function pictureRoutes({ files }: ApiShop) {
  return new Hono<ApiEnv>().post(
    '/',
    allow('catalogue:change', calls.picture),
    receiveFile,
    validate('form', pictureUpload),
    async (c) => {
      const { image } = c.req.valid('form')
      if (image.size > pictureMaxBytes) throw fileTooLarge(pictureMaxBytes)
      const sent = new Uint8Array(await image.arrayBuffer())
      const url = await keepProductPicture(files, sent, c.req.raw.signal).catch(sayWhyRefused)
      return c.json({ url }, 201)
    },
  )
}

export function pictureFiles({ files }: Pick<ApiShop, 'files'>) {
  return new Hono<ApiEnv>().get('/:file', allow('public'), async (c) => {
    const found = await findProductPicture(files, c.req.param('file'))
    if (!found) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    c.header('Cache-Control', 'public, max-age=31536000, immutable')
    c.header('Cross-Origin-Resource-Policy', 'cross-origin')
    return c.body(found.bytes, 200, { 'Content-Type': found.type })
  })
}
