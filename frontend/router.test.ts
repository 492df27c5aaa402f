// The server answers a path with 404 unless it is a screen's: what it knows must be what there is.
import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { screens } from '#backend/domain/screens.limits.ts'
import { createShopRouter } from './router.tsx'

test('the server knows every path of the router, and no other', () => {
  const paths = Object.keys(createShopRouter(new QueryClient()).routesByPath)
  expect(Object.keys(screens).toSorted()).toEqual(paths.toSorted())
})
