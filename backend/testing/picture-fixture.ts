// For tests: pictures, and how a browser's form sends one.
import sharp from 'sharp'
import type { Answer, Client } from '#scripts/testing/client.ts'
import type { Shop } from './shop-fixture.ts'

/** A PNG of one colour, 300 by 200 pixels. */
export async function pngOf(background: string): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp({ create: { width: 300, height: 200, channels: 3, background } })
  return new Uint8Array(await picture.png().toBuffer())
}

/** Width and height of a picture, in pixels. */
export async function sizeOf(picture: Uint8Array): Promise<[number, number]> {
  const { width, height } = await sharp(picture).metadata()
  return [width, height]
}

type Sent = { field?: string; name?: string; type?: string }
type Sender = Pick<Client, 'jar'>
type Bytes = Uint8Array<ArrayBuffer>

/** Sends a file as the picture of the account `id`. */
export function uploadAvatar(
  shop: Pick<Shop, 'url'>,
  client: Sender,
  bytes: Bytes,
  { id, ...sent }: Sent & { id: number },
): Promise<Answer> {
  return uploadPicture(shop, client, bytes, { path: `/api/users/${id}/avatar`, ...sent })
}

/** Sends a file as a form with one field. */
export async function uploadPicture(
  shop: Pick<Shop, 'url'>,
  client: Sender,
  bytes: Bytes,
  { path, field = 'image', name = 'yo.png', type = 'image/png' }: Sent & { path: string },
): Promise<Answer> {
  const form = new FormData()
  form.append(field, new File([bytes], name, { type }))
  const cookie = [...client.jar].map(([key, value]) => `${key}=${value}`).join('; ')
  const headers = { cookie, origin: shop.url }
  const answer = await fetch(`${shop.url}${path}`, { method: 'POST', headers, body: form })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
