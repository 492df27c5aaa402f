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
import type { ScreenPath } from '#backend/domain/screens.limits.ts'
import { safeRedirect } from '#backend/domain/user/safe-redirect.limits.ts'
import { type GoogleReturn, readGoogleReturn } from '#frontend/features/account/google-return-search.ts'
import { type ProfileSearch, readProfileSearch } from '#frontend/features/account/profile/profile-search.ts'
import { type CatalogueSearch, readCatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { type PaymentReturnSearch, readPaymentReturn } from '#frontend/features/checkout/payment-return-search.ts'
import type { PanelAddress } from '#frontend/features/panel/panel-address.ts'
import { type ReviewsAsked, readReviewsAsked } from '#frontend/features/reviews/reviews-asked.ts'
import { type Context, type Entry, noCart, ownCart, shopper, signedIn, staff } from '#frontend/guards.ts'
import { RootFailure, RootLayout } from '#frontend/layout/root.tsx'
import type { BarItem } from '#frontend/layout/top-bar.tsx'
import { readContact, readHome, readLanding, readProduct, readReviewed } from '#frontend/screens/first-reads.ts'

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

const rootRoute = createRootRouteWithContext<Context>()({
  component: RootLayout,
  errorComponent: RootFailure,
  notFoundComponent: lazyRouteComponent(() => import('#frontend/screens/pages/not-found.tsx'), 'NotFoundScreen'),
})
const at = <Path extends ScreenPath>(path: Path) => ({ getParentRoute: () => rootRoute, path })
const withId = <Path extends ScreenPath>(path: Path) => ({ ...at(path), params: idInPath })
const ofOrder = <Path extends ScreenPath>(path: Path) => ({
  ...withId(path),
  beforeLoad: (entry: Entry) => signedIn(entry),
})
const confirmation = lazyRouteComponent(
  () => import('#frontend/screens/orders/order-confirmation.tsx'),
  'OrderConfirmationScreen',
)
const success = lazyRouteComponent(
  () => import('#frontend/screens/orders/order-confirmation.tsx'),
  'OrderSuccessScreen',
)
const failure = lazyRouteComponent(() => import('#frontend/screens/orders/order-confirmation.tsx'), 'OrderErrorScreen')

const routes = {
  '/': createRoute({
    ...at('/'),
    loader: readLanding,
    component: lazyRouteComponent(() => import('#frontend/screens/pages/landing.tsx'), 'LandingScreen'),
  }),
  '/home': createRoute({
    ...at('/home'),
    validateSearch: only<CatalogueSearch>(readCatalogueSearch),
    beforeLoad: (entry) => shopper(entry),
    loaderDeps: ({ search }) => search,
    loader: readHome,
    staticData: { bar: ['panelUnlessAdmin', 'cart', 'menu'] },
    component: lazyRouteComponent(() => import('#frontend/screens/catalogue/home.tsx'), 'HomeScreen'),
  }),
  '/product/$id': createRoute({
    ...withId('/product/$id'),
    validateSearch: only<ReviewsAsked>(readReviewsAsked),
    loaderDeps: ({ search }) => search,
    loader: readProduct,
    component: lazyRouteComponent(() => import('#frontend/screens/catalogue/product.tsx'), 'ProductScreen'),
  }),
  '/review/$id': createRoute({
    ...withId('/review/$id'),
    loader: readReviewed,
    component: lazyRouteComponent(() => import('#frontend/screens/catalogue/review.tsx'), 'ReviewScreen'),
  }),
  '/productCart/$id': createRoute({
    ...withId('/productCart/$id'),
    beforeLoad: (entry) => signedIn(entry, noCart),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/product-cart.tsx'), 'ProductCartScreen'),
  }),
  '/shoppingCart': createRoute({
    ...at('/shoppingCart'),
    beforeLoad: ownCart,
    staticData: { bar: ['panel', 'home', 'menu'] },
    component: lazyRouteComponent(() => import('#frontend/screens/orders/shopping-cart.tsx'), 'ShoppingCartScreen'),
  }),
  '/register': createRoute({
    ...at('/register'),
    validateSearch: only<LoginSearch>(readLogin),
    staticData: { bar: [] },
    component: lazyRouteComponent(() => import('#frontend/screens/account/register.tsx'), 'RegisterScreen'),
  }),
  '/login': createRoute({
    ...at('/login'),
    validateSearch: only<LoginSearch>(readLogin),
    staticData: { bar: [] },
    component: lazyRouteComponent(() => import('#frontend/screens/account/login.tsx'), 'LoginScreen'),
  }),
  '/login/google': createRoute({
    ...at('/login/google'),
    validateSearch: only<GoogleReturn>(readGoogleReturn),
    component: lazyRouteComponent(() => import('#frontend/screens/account/google-return.tsx'), 'GoogleReturnScreen'),
  }),
  '/reset-password': createRoute({
    ...at('/reset-password'),
    component: lazyRouteComponent(() => import('#frontend/screens/account/reset-password.tsx'), 'ResetPasswordScreen'),
  }),
  '/perfil': createRoute({
    ...at('/perfil'),
    validateSearch: only<ProfileSearch>(readProfileSearch),
    beforeLoad: (entry) => signedIn(entry),
    staticData: { bar: ['home', 'cart'] },
    component: lazyRouteComponent(() => import('#frontend/screens/account/perfil.tsx'), 'PerfilScreen'),
  }),
  '/controlPanel': createRoute({
    ...at('/controlPanel'),
    // The panel parses its own search parameters, so that shoppers don't load that code.
    validateSearch: (raw: RawSearch) => raw as PanelAddress,
    beforeLoad: (entry) => staff(entry),
    staticData: { bar: ['home', 'cart', 'menu'] },
    component: lazyRouteComponent(() => import('#frontend/screens/panel/control-panel.tsx'), 'ControlPanelScreen'),
  }),
  '/payment/success': createRoute({
    ...at('/payment/success'),
    validateSearch: only<PaymentReturnSearch>(readPaymentReturn),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/payment-success.tsx'), 'PaymentSuccessScreen'),
  }),
  '/payment/failure': createRoute({
    ...at('/payment/failure'),
    validateSearch: only<PaymentReturnSearch>(readPaymentReturn),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/payment-failure.tsx'), 'PaymentFailureScreen'),
  }),
  '/banned-user': createRoute({
    ...at('/banned-user'),
    component: lazyRouteComponent(() => import('#frontend/screens/account/banned-user.tsx'), 'BannedUserScreen'),
  }),
  '/orders': createRoute({
    ...at('/orders'),
    beforeLoad: (entry) => signedIn(entry),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/orders.tsx'), 'OrdersScreen'),
  }),
  '/preguntas-frecuentes': createRoute({
    ...at('/preguntas-frecuentes'),
    component: lazyRouteComponent(() => import('#frontend/screens/pages/faq.tsx'), 'FaqScreen'),
  }),
  '/about': createRoute({
    ...at('/about'),
    component: lazyRouteComponent(() => import('#frontend/screens/pages/about.tsx'), 'AboutScreen'),
  }),
  '/contact': createRoute({
    ...at('/contact'),
    loader: readContact,
    component: lazyRouteComponent(() => import('#frontend/screens/pages/contact.tsx'), 'ContactScreen'),
  }),
  '/arrepentimiento': createRoute({
    ...at('/arrepentimiento'),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/withdrawal.tsx'), 'WithdrawalScreen'),
  }),
  '/privacy': createRoute({
    ...at('/privacy'),
    component: lazyRouteComponent(() => import('#frontend/screens/pages/privacy.tsx'), 'PrivacyScreen'),
  }),
  '/terms': createRoute({
    ...at('/terms'),
    component: lazyRouteComponent(() => import('#frontend/screens/pages/terms.tsx'), 'TermsScreen'),
  }),
  '/order/$id': createRoute({
    ...ofOrder('/order/$id'),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/order.tsx'), 'OrderScreen'),
  }),
  '/order/$id/checkout/payment': createRoute({
    ...ofOrder('/order/$id/checkout/payment'),
    component: lazyRouteComponent(() => import('#frontend/screens/orders/order-payment.tsx'), 'OrderPaymentScreen'),
  }),
  '/order/$id/checkout/confirmation': createRoute({
    ...ofOrder('/order/$id/checkout/confirmation'),
    component: confirmation,
  }),
  '/order/$id/checkout/confirmation/success': createRoute({
    ...ofOrder('/order/$id/checkout/confirmation/success'),
    component: success,
  }),
  '/order/$id/checkout/confirmation/error': createRoute({
    ...ofOrder('/order/$id/checkout/confirmation/error'),
    component: failure,
  }),
  '/order/$id/checkout/payment/confirmation': createRoute({
    ...ofOrder('/order/$id/checkout/payment/confirmation'),
    component: confirmation,
  }),
  '/order/$id/checkout/payment/confirmation/success': createRoute({
    ...ofOrder('/order/$id/checkout/payment/confirmation/success'),
    component: success,
  }),
  '/order/$id/checkout/payment/confirmation/error': createRoute({
    ...ofOrder('/order/$id/checkout/payment/confirmation/error'),
    component: failure,
  }),
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
