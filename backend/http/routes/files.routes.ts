// Uploaded pictures as browsers load them, outside the API: of people and of products.
import { Hono } from 'hono'
import type { FileStorage } from '#backend/gateways/file-storage/file-storage.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { answerErrors } from '#backend/http/middleware/problems.ts'
import { avatarFiles } from './person/avatar.routes.ts'
import { pictureFiles } from './product/picture.routes.ts'

/** report: told of errors that nobody expects. A storage that is away is said like in the API: later. */
export function fileRoutes(shop: { files: FileStorage; report: (error: unknown, route: string) => void }) {
  return new Hono<ApiEnv>()
    .route('/avatar', avatarFiles(shop))
    .route('/img/uploads', pictureFiles(shop))
    .onError(answerErrors(shop.report))
}
