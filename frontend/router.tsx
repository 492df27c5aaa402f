// The URL map: path, search parameters, guard, reads and screen of each route.
import type { QueryClient } from '@tanstack/react-query'
import {
  type AnyRoute,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { readCompared } from '#backend/domain/product/schema/compared.limits.ts'
import type { ScreenPath } from '#backend/domain/screens.limits.ts'
import { safeRedirect } from '#backend/domain/user/safe-redirect.limits.ts'
import { type ProfileSearch, readProfileSearch } from '#frontend/features/account/profile/profile-search.ts'
import {
  catalogueQuery,
  offersQuery,
  productQuery,
  shelfQuery,
} from '#frontend/features/catalogue/catalogue.queries.ts'
import { type CatalogueSearch, readCatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { type PaymentReturnSearch, readPaymentReturn } from '#frontend/features/checkout/payment-return-search.ts'
import type { PanelAddress } from '#frontend/features/panel/panel-address.ts'
import { reviewsQuery } from '#frontend/features/reviews/reviews.queries.ts'
import { comeWithProduct, type ReviewsAsked, readReviewsAsked } from '#frontend/features/reviews/reviews-asked.ts'
import { type Context, type Entry, noCart, ownCart, shopper, signedIn, staff } from '#frontend/guards.ts'
import { RootFailure, RootLayout } from '#frontend/layout/root.tsx'
import type { BarItem } from '#frontend/layout/top-bar.tsx'
import { shopQuery } from '#frontend/shop.queries.ts'

const toId = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : 0)
const idInPath = {
  parse: ({ id }: { id: string }) => ({ id: toId(id) }),
  stringify: ({ id }: { id: number }) => ({ id: String(id) }),
}
type RawSearch = Record<string, unknown>

/** The screen sees only what `read` returns; the router would otherwise keep raw values. */
function only<Search extends object>(read: (raw: RawSearch) => Search): (raw: RawSearch) => Search {
  return (raw) => ({ ...Object.fromEntries(Object.keys(raw).map((name) => [name, undefined])), ...read(raw) })
}
type LoginSearch = { redirect?: string }
const readLogin = (raw: RawSearch): LoginSearch => {
  const target = safeRedirect(raw.redirect)
  return target ? { redirect: target } : {}
}
const signIn = { validateSearch: only<LoginSearch>(readLogin), staticData: { bar: [] } }
type GoogleReturn = { code?: string; state?: string; error?: string }
const readGoogleReturn = (raw: RawSearch): GoogleReturn =>
  Object.fromEntries(['code', 'state', 'error'].flatMap((name) => (isText(raw[name]) ? [[name, raw[name]]] : [])))
const isText = (raw: unknown) => typeof raw === 'string' && raw !== ''

const rootRoute = createRootRouteWithContext<Context>()({
  component: RootLayout,
  // The footer's.
  loader: ({ context: { queryClient } }) => void queryClient.prefetchQuery(shopQuery),
  errorComponent: RootFailure,
  notFoundComponent: lazyRouteComponent(() => import('#frontend/screens/pages/not-found.tsx')),
})
const screen = <Path extends ScreenPath>(path: Path, load: Parameters<typeof lazyRouteComponent>[0]) => ({
  getParentRoute: () => rootRoute,
  path,
  component: lazyRouteComponent(load),
})
const withId = <Path extends ScreenPath>(...one: Parameters<typeof screen<Path>>) => ({
  ...screen(...one),
  params: idInPath,
})
const ofOrder = <Path extends ScreenPath>(...one: Parameters<typeof screen<Path>>) => ({
  ...withId(...one),
  beforeLoad: (entry: Entry) => signedIn(entry),
})
const plain = <Path extends ScreenPath>(...one: Parameters<typeof screen<Path>>) => createRoute(screen(...one))
const confirmed = <Path extends ScreenPath>(path: Path) =>
  ofOrder(path, () => import('#frontend/screens/orders/order-confirmation.tsx'))

const routes = {
  '/': createRoute({
    ...screen('/', () => import('#frontend/screens/pages/landing.tsx')),
    // Loaders start the first queries of public screens without waiting; the server waits for them.
    loader: ({ context: { queryClient } }) => {
      void queryClient.prefetchQuery(offersQuery)
      for (const of of ['newest', 'bestRated'] as const) void queryClient.prefetchQuery(shelfQuery({ of }))
    },
  }),
  '/home': createRoute({
    ...screen('/home', () => import('#frontend/screens/catalogue/home.tsx')),
    validateSearch: only<CatalogueSearch>(readCatalogueSearch),
    beforeLoad: (entry) => shopper(entry),
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, deps }) => void queryClient.prefetchQuery(catalogueQuery(deps)),
    staticData: { bar: ['panelUnlessAdmin', 'cart', 'menu'] },
  }),
  '/product/$id': createRoute({
    ...withId('/product/$id', () => import('#frontend/screens/catalogue/product.tsx')),
    validateSearch: only<ReviewsAsked>(readReviewsAsked),
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, params: { id }, deps, preload }) => {
      void queryClient.prefetchQuery(productQuery(id))
      if (!comeWithProduct(deps)) void queryClient.prefetchQuery(reviewsQuery(id, deps))
      // Skipped on hover, since the visitor may not come.
      if (!preload) void queryClient.prefetchQuery(shelfQuery({ of: 'bestRated', beside: id }))
    },
  }),
  '/comparar': createRoute({
    ...screen('/comparar', () => import('#frontend/screens/catalogue/compare.tsx')),
    validateSearch: only<{ ids?: string | undefined }>(({ ids }) => {
      const read = readCompared(ids)
      return read.length > 0 ? { ids: read.join(',') } : {}
    }),
    loaderDeps: ({ search }) => search,
    loader: ({ context: { queryClient }, deps: { ids } }) => {
      for (const id of readCompared(ids)) void queryClient.prefetchQuery(productQuery(id))
    },
  }),
  '/review/$id': createRoute({
    ...withId('/review/$id', () => import('#frontend/screens/catalogue/review.tsx')),
    loader: ({ context: { queryClient }, params }) => void queryClient.prefetchQuery(productQuery(params.id)),
  }),
  '/productCart/$id': createRoute({
    ...withId('/productCart/$id', () => import('#frontend/screens/orders/product-cart.tsx')),
    beforeLoad: (entry) => signedIn(entry, noCart),
  }),
  '/shoppingCart': createRoute({
    ...screen('/shoppingCart', () => import('#frontend/screens/orders/shopping-cart.tsx')),
    beforeLoad: ownCart,
    staticData: { bar: ['panel', 'home', 'menu'] },
  }),
  '/register': createRoute({
    ...screen('/register', () => import('#frontend/screens/account/register.tsx')),
    ...signIn,
  }),
  '/login': createRoute({
    ...screen('/login', () => import('#frontend/screens/account/login.tsx')),
    ...signIn,
  }),
  '/login/google': createRoute({
    ...screen('/login/google', () => import('#frontend/screens/account/google-return.tsx')),
    validateSearch: only<GoogleReturn>(readGoogleReturn),
  }),
  '/reset-password': plain('/reset-password', () => import('#frontend/screens/account/reset-password.tsx')),
  '/perfil': createRoute({
    ...screen('/perfil', () => import('#frontend/screens/account/perfil.tsx')),
    validateSearch: only<ProfileSearch>(readProfileSearch),
    beforeLoad: (entry) => signedIn(entry),
    staticData: { bar: ['home', 'cart'] },
  }),
  '/controlPanel': createRoute({
    ...screen('/controlPanel', () => import('#frontend/screens/panel/control-panel.tsx')),
    // The panel parses its own search parameters, so that shoppers don't load that code.
    validateSearch: (raw: RawSearch) => raw as PanelAddress,
    beforeLoad: (entry) => staff(entry),
    staticData: { bar: ['home', 'cart', 'menu'] },
  }),
  '/payment/success': createRoute({
    ...screen('/payment/success', () => import('#frontend/screens/orders/payment-success.tsx')),
    validateSearch: only<PaymentReturnSearch>(readPaymentReturn),
  }),
  '/payment/failure': createRoute({
    ...screen('/payment/failure', () => import('#frontend/screens/orders/payment-failure.tsx')),
    validateSearch: only<PaymentReturnSearch>(readPaymentReturn),
  }),
  '/banned-user': plain('/banned-user', () => import('#frontend/screens/account/banned-user.tsx')),
  '/orders': createRoute({
    ...screen('/orders', () => import('#frontend/screens/orders/orders.tsx')),
    beforeLoad: (entry) => signedIn(entry),
  }),
  '/preguntas-frecuentes': plain('/preguntas-frecuentes', () => import('#frontend/screens/pages/faq.tsx')),
  '/about': plain('/about', () => import('#frontend/screens/pages/about.tsx')),
  '/contact': plain('/contact', () => import('#frontend/screens/pages/contact.tsx')),
  '/arrepentimiento': plain('/arrepentimiento', () => import('#frontend/screens/orders/withdrawal.tsx')),
  '/privacy': plain('/privacy', () => import('#frontend/screens/pages/privacy.tsx')),
  '/terms': plain('/terms', () => import('#frontend/screens/pages/terms.tsx')),
  '/order/$id': createRoute(ofOrder('/order/$id', () => import('#frontend/screens/orders/order.tsx'))),
  '/order/$id/checkout/payment': createRoute(
    ofOrder('/order/$id/checkout/payment', () => import('#frontend/screens/orders/order-payment.tsx')),
  ),
  '/order/$id/checkout/confirmation': createRoute(confirmed('/order/$id/checkout/confirmation')),
  '/order/$id/checkout/confirmation/success': createRoute(confirmed('/order/$id/checkout/confirmation/success')),
  '/order/$id/checkout/confirmation/error': createRoute(confirmed('/order/$id/checkout/confirmation/error')),
  '/order/$id/checkout/payment/confirmation': createRoute(confirmed('/order/$id/checkout/payment/confirmation')),
  '/order/$id/checkout/payment/confirmation/success': createRoute(
    confirmed('/order/$id/checkout/payment/confirmation/success'),
  ),
  '/order/$id/checkout/payment/confirmation/error': createRoute(
    confirmed('/order/$id/checkout/payment/confirmation/error'),
  ),
}

// Checked here, since `satisfies` on the object itself would infer `any` for every route.
const routeTree = rootRoute.addChildren(routes satisfies { [Path in ScreenPath]: AnyRoute & { path: Path } })

/** Search parameters are plain texts, one per name. `history`: the server's, which has no window. */
export function createShopRouter(queryClient: QueryClient, { history }: { history?: RouterHistory } = {}) {
  return createRouter({
    routeTree,
    context: { queryClient, isHydrating: false },
    ...(history && { history }),
    defaultPreload: 'intent',
    defaultPreloadStaleTime: 0,
    scrollRestoration: history === undefined,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const given = Object.entries(search).filter(([, value]) => value !== undefined)
      const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
      return text ? `?${text}` : ''
    },
  })
}

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** Why a sign-in failed, shown on /login. Kept out of the address, where anybody could write it. */
    signInProblem?: string
  }
  interface StaticDataRouteOption {
    /** Links of the top bar; screens without the list have no bar. */
    bar?: readonly BarItem[]
  }
  interface Register {
    router: ReturnType<typeof createShopRouter>
  }
}
