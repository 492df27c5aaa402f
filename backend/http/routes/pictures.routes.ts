// Pictures of people and products: uploaded by their owner and the staff; public, outside the API.
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { avatarType, findAvatar, keepAvatar } from '#backend/commands/account/avatar.ts'
import { findProductPicture, keepProductPicture } from '#backend/commands/products/product-pictures.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { pictureMaxBytes } from '#backend/domain/product/gallery.limits.ts'
import { pictureUpload } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { receiveFile } from '#backend/http/admission/receive-file.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, type UserEnv } from '#backend/http/middleware/allow.ts'
import { answerErrors } from '#backend/http/middleware/problems.ts'
import { bytesOf } from '#backend/http/middleware/request-guards.ts'
import { validate } from '#backend/http/middleware/validate.ts'

const calls = {
  avatar: {
    does: "Takes a picture of the caller's own, drawn anew.",
    status: 201,
    returns: z.object({ imageUrl: z.string().nullable() }),
    refuses: ['forbidden'],
    rate: 'avatar',
  },
  picture: {
    does: 'Takes a picture for products, drawn anew; returns where it is shown.',
    status: 201,
    returns: z.object({ url: z.string() }),
    rate: 'picture',
  },
} satisfies Record<string, Call>

const form = validate('form', pictureUpload)

const requireOwner = createMiddleware<UserEnv>(async (c, next) => {
  if (c.req.param('id') !== String(c.get('session').userId)) throw new Rejection('forbidden')
  await next()
})

const ofOwner = allow('user', calls.avatar, { param: idParam })

export const avatarRoutes = new Hono<ApiEnv>().post(
  '/:id/avatar',
  ofOwner,
  requireOwner,
  receiveFile,
  form,
  async (c) => {
    const sent = await bytesOf(c.req.valid('form').image, pictureMaxBytes)
    const { userId } = c.get('session')
    return c.json({ imageUrl: await keepAvatar(c.var.shop, userId, sent, c.req.raw.signal) }, 201)
  },
)

export const pictureRoutes = new Hono<ApiEnv>().post(
  '/',
  allow('catalogue:change', calls.picture),
  receiveFile,
  form,
  async (c) => {
    const sent = await bytesOf(c.req.valid('form').image, pictureMaxBytes)
    return c.json({ url: await keepProductPicture(c.var.shop.files, sent, c.req.raw.signal) }, 201)
  },
)

/** `report` receives unexpected errors. A storage outage answers 503 like the API. */
export function pictureFiles({ files, report }: Pick<ApiShop, 'files' | 'report'>) {
  return new Hono<ApiEnv>()
    .get('/avatar/:id', allow('public'), async (c) => {
      const { success, data } = idParam.safeParse(c.req.param())
      const avatar = success ? await findAvatar(files, data.id) : undefined
      if (!avatar) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
      const tag = `"${avatar.version}"`
      // A versioned address is immutable; shared caches store nothing personal.
      const forever = c.req.query('v') === avatar.version
      c.header('Cache-Control', forever ? 'private, max-age=31536000, immutable' : 'private, no-cache')
      c.header('ETag', tag)
      c.header('Content-Disposition', 'inline; filename="avatar.webp"')
      if (c.req.header('if-none-match') === tag) return c.body(null, 304)
      return c.body(avatar.bytes, 200, { 'Content-Type': avatarType })
    })
    .get('/img/uploads/:file', allow('public'), async (c) => {
      const found = await findProductPicture(files, c.req.param('file'))
      if (!found) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
      c.header('Cache-Control', 'public, max-age=31536000, immutable')
      c.header('Cross-Origin-Resource-Policy', 'cross-origin')
      return c.body(found.bytes, 200, { 'Content-Type': found.type })
    })
    .onError(answerErrors(report))
}
