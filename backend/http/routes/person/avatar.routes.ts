// A person's picture: uploaded by its owner, public outside the API.
import { type Context, Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { z } from 'zod'
import { avatarType, findAvatar, keepAvatar } from '#backend/commands/account/avatar.ts'
import { idParam } from '#backend/domain/list.contract.ts'
import { pictureMaxBytes } from '#backend/domain/product/gallery.limits.ts'
import { pictureUpload } from '#backend/domain/product/product.contract.ts'
import { Rejection } from '#backend/domain/rejection.ts'
import { receiveFile } from '#backend/http/admission/receive-file.ts'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { Call } from '#backend/http/contract/call.ts'
import { type ApiEnv, allow, type UserEnv } from '#backend/http/middleware/allow.ts'
import { fileTooLarge, sayWhyRefused } from '#backend/http/middleware/request-guards.ts'
import { validate } from '#backend/http/middleware/validate.ts'

const calls = {
  avatar: {
    does: "Takes a picture of the caller's own, drawn anew.",
    status: 201,
    returns: z.object({ imageUrl: z.string().nullable() }),
    refuses: ['forbidden'],
    rate: 'avatar',
  },
} satisfies Record<string, Call>

export function avatarRoutes(shop: ApiShop) {
  return new Hono<ApiEnv>().post(
    '/:id/avatar',
    allow('user', calls.avatar, { param: idParam }),
    requireOwner,
    receiveFile,
    validate('form', pictureUpload),
    async (c) => {
      const { image } = c.req.valid('form')
      if (image.size > pictureMaxBytes) throw fileTooLarge(pictureMaxBytes)
      const sent = new Uint8Array(await image.arrayBuffer())
      const { userId } = c.get('session')
      const imageUrl = await keepAvatar(shop, userId, sent, c.req.raw.signal).catch(sayWhyRefused)
      return c.json({ imageUrl }, 201)
    },
  )
}

const requireOwner = createMiddleware<UserEnv>(async (c, next) => {
  if (c.req.param('id') !== String(c.get('session').userId)) throw new Rejection('forbidden')
  await next()
})

export function avatarFiles({ files }: Pick<ApiShop, 'files'>) {
  return new Hono<ApiEnv>().get('/:id', allow('public'), async (c) => {
    const { success, data } = idParam.safeParse(c.req.param())
    const avatar = success ? await findAvatar(files, data.id) : undefined
    if (!avatar) return c.text('No encontrado', 404, { 'Cache-Control': 'no-store' })
    return answerPicture(c, avatar)
  })
}

/** A versioned address is immutable; shared caches store nothing personal. */
function answerPicture(c: Context, { bytes, version }: { bytes: Uint8Array<ArrayBuffer>; version: string }) {
  const forever = c.req.query('v') === version
  c.header('Cache-Control', forever ? 'private, max-age=31536000, immutable' : 'private, no-cache')
  c.header('ETag', `"${version}"`)
  c.header('Content-Disposition', 'inline; filename="avatar.webp"')
  if (c.req.header('if-none-match') === `"${version}"`) return c.body(null, 304)
  return c.body(bytes, 200, { 'Content-Type': avatarType })
}
