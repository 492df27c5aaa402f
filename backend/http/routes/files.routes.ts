// Uploaded pictures of people and products, outside the API.
import { Hono } from 'hono'
import type { ApiShop } from '#backend/http/api-shop.ts'
import type { ApiEnv } from '#backend/http/middleware/allow.ts'
import { answerErrors } from '#backend/http/middleware/problems.ts'
import { avatarFiles } from './person/avatar.routes.ts'
import { pictureFiles } from './product/picture.routes.ts'

/** `report` receives unexpected errors. A storage outage answers 503 like the API. */
export function fileRoutes(shop: Pick<ApiShop, 'files' | 'report'>) {
  return new Hono<ApiEnv>()
    .route('/avatar', avatarFiles(shop))
    .route('/img/uploads', pictureFiles(shop))
    .onError(answerErrors(shop.report))
}
