// For tests: pictures, and how a browser's form sends one.
import sharp from 'sharp'
import type { Answer, Client, Shop } from './shop-fixture.ts'

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

type Sent = { id: number; field?: string; name?: string; type?: string }

/** Sends a file as the picture of the account `id`. */
export async function uploadAvatar(
  shop: Pick<Shop, 'url'>,
  client: Pick<Client, 'jar'>,
  bytes: Uint8Array<ArrayBuffer>,
  { id, field = 'image', name = 'yo.png', type = 'image/png' }: Sent,
): Promise<Answer> {
  const form = new FormData()
  form.append(field, new File([bytes], name, { type }))
  const cookie = [...client.jar].map(([key, value]) => `${key}=${value}`).join('; ')
  const headers = { cookie, origin: shop.url }
  const answer = await fetch(`${shop.url}/api/users/${id}/avatar`, { method: 'POST', headers, body: form })
  return { status: answer.status, headers: answer.headers, body: await answer.json() }
}
