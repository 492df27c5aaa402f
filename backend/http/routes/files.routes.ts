// Uploaded pictures as browsers load them, outside the API: of people and of products.
import { Hono } from 'hono'
import type { FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { avatarFiles } from './person/avatar.routes.ts'
import { pictureFiles } from './product/picture.routes.ts'

export function fileRoutes(shop: { files: FileStorage }) {
  return new Hono<ApiEnv>().route('/avatar', avatarFiles(shop)).route('/img/uploads', pictureFiles(shop))
}
