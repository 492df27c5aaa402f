// The URL map: path, search parameters, guard, reads and screen of each route.
import type { QueryClient } from '@tanstack/react-query'
import {
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  type RouterHistory,
} from '@tanstack/react-router'
import { safeRedirect } from '#backend/domain/user/safe-redirect.limits.ts'
import { type GoogleReturn, readGoogleReturn } from '#frontend/features/account/google-return-search.ts'
import { type ProfileSearch, readProfileSearch } from '#frontend/features/account/profile/profile-search.ts'
import { type CatalogueSearch, readCatalogueSearch } from '#frontend/features/catalogue/catalogue-search.ts'
import { type PaymentReturnSearch, readPaymentReturn } from '#frontend/features/checkout/payment-return-search.ts'
import type { PanelAddress } from '#frontend/features/panel/panel-address.ts'
import { type ReviewsAsked, readReviewsAsked } from '#frontend/features/reviews/reviews-asked.ts'
import { type Context, type Entry, noCart, ownCart, shopper, signedIn, staff } from '#frontend/guards.ts'
import { RootFailure, RootLayout } from '#frontend/layout/root.tsx'
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
const under = { getParentRoute: () => rootRoute }

const landing = createRoute({
  ...under,
  path: '/',
  loader: readLanding,
  component: lazyRouteComponent(() => import('#frontend/screens/pages/landing.tsx'), 'LandingScreen'),
})
const home = createRoute({
  ...under,
  path: '/home',
  validateSearch: only<CatalogueSearch>(readCatalogueSearch),
  beforeLoad: (entry) => shopper(entry),
  loaderDeps: ({ search }) => search,
  loader: readHome,
  component: lazyRouteComponent(() => import('#frontend/screens/catalogue/home.tsx'), 'HomeScreen'),
})
const product = createRoute({
  ...under,
  path: '/product/$id',
  params: idInPath,
  validateSearch: only<ReviewsAsked>(readReviewsAsked),
  loaderDeps: ({ search }) => search,
  loader: readProduct,
  component: lazyRouteComponent(() => import('#frontend/screens/catalogue/product.tsx'), 'ProductScreen'),
})
const review = createRoute({
  ...under,
  path: '/review/$id',
  params: idInPath,
  loader: readReviewed,
  component: lazyRouteComponent(() => import('#frontend/screens/catalogue/review.tsx'), 'ReviewScreen'),
})
const productCart = createRoute({
  ...under,
  path: '/productCart/$id',
  params: idInPath,
  beforeLoad: (entry) => signedIn(entry, noCart),
  component: lazyRouteComponent(() => import('#frontend/screens/orders/product-cart.tsx'), 'ProductCartScreen'),
})
const shoppingCart = createRoute({
  ...under,
  path: '/shoppingCart',
  beforeLoad: ownCart,
  component: lazyRouteComponent(() => import('#frontend/screens/orders/shopping-cart.tsx'), 'ShoppingCartScreen'),
})
const register = createRoute({
  ...under,
  path: '/register',
  validateSearch: only<LoginSearch>(readLogin),
  component: lazyRouteComponent(() => import('#frontend/screens/account/register.tsx'), 'RegisterScreen'),
})
const login = createRoute({
  ...under,
  path: '/login',
  validateSearch: only<LoginSearch>(readLogin),
  component: lazyRouteComponent(() => import('#frontend/screens/account/login.tsx'), 'LoginScreen'),
})
const loginGoogle = createRoute({
  ...under,
  path: '/login/google',
  validateSearch: only<GoogleReturn>(readGoogleReturn),
  component: lazyRouteComponent(() => import('#frontend/screens/account/google-return.tsx'), 'GoogleReturnScreen'),
})
const resetPassword = createRoute({
  ...under,
  path: '/reset-password',
  component: lazyRouteComponent(() => import('#frontend/screens/account/reset-password.tsx'), 'ResetPasswordScreen'),
})
const perfil = createRoute({
  ...under,
  path: '/perfil',
  validateSearch: only<ProfileSearch>(readProfileSearch),
  beforeLoad: (entry) => signedIn(entry),
  component: lazyRouteComponent(() => import('#frontend/screens/account/perfil.tsx'), 'PerfilScreen'),
})
const controlPanel = createRoute({
  ...under,
  path: '/controlPanel',
  // The panel parses its own search parameters, so that shoppers don't load that code.
  validateSearch: (raw: RawSearch) => raw as PanelAddress,
  beforeLoad: (entry) => staff(entry),
  component: lazyRouteComponent(() => import('#frontend/screens/panel/control-panel.tsx'), 'ControlPanelScreen'),
})
const paymentSuccess = createRoute({
  ...under,
  path: '/payment/success',
  validateSearch: only<PaymentReturnSearch>(readPaymentReturn),
  component: lazyRouteComponent(() => import('#frontend/screens/orders/payment-success.tsx'), 'PaymentSuccessScreen'),
})
const paymentFailure = createRoute({
  ...under,
  path: '/payment/failure',
  validateSearch: only<PaymentReturnSearch>(readPaymentReturn),
  component: lazyRouteComponent(() => import('#frontend/screens/orders/payment-failure.tsx'), 'PaymentFailureScreen'),
})
const bannedUser = createRoute({
  ...under,
  path: '/banned-user',
  component: lazyRouteComponent(() => import('#frontend/screens/account/banned-user.tsx'), 'BannedUserScreen'),
})
const orders = createRoute({
  ...under,
  path: '/orders',
  beforeLoad: (entry) => signedIn(entry),
  component: lazyRouteComponent(() => import('#frontend/screens/orders/orders.tsx'), 'OrdersScreen'),
})
const faq = createRoute({
  ...under,
  path: '/preguntas-frecuentes',
  component: lazyRouteComponent(() => import('#frontend/screens/pages/faq.tsx'), 'FaqScreen'),
})
const about = createRoute({
  ...under,
  path: '/about',
  component: lazyRouteComponent(() => import('#frontend/screens/pages/about.tsx'), 'AboutScreen'),
})
const contact = createRoute({
  ...under,
  path: '/contact',
  loader: readContact,
  component: lazyRouteComponent(() => import('#frontend/screens/pages/contact.tsx'), 'ContactScreen'),
})
const withdrawal = createRoute({
  ...under,
  path: '/arrepentimiento',
  component: lazyRouteComponent(() => import('#frontend/screens/orders/withdrawal.tsx'), 'WithdrawalScreen'),
})
const privacy = createRoute({
  ...under,
  path: '/privacy',
  component: lazyRouteComponent(() => import('#frontend/screens/pages/privacy.tsx'), 'PrivacyScreen'),
})
const terms = createRoute({
  ...under,
  path: '/terms',
  component: lazyRouteComponent(() => import('#frontend/screens/pages/terms.tsx'), 'TermsScreen'),
})
const ofOneOrder = { ...under, params: idInPath, beforeLoad: (entry: Entry) => signedIn(entry) }
const order = createRoute({
  ...ofOneOrder,
  path: '/order/$id',
  component: lazyRouteComponent(() => import('#frontend/screens/orders/order.tsx'), 'OrderScreen'),
})
const orderPayment = createRoute({
  ...ofOneOrder,
  path: '/order/$id/checkout/payment',
  component: lazyRouteComponent(() => import('#frontend/screens/orders/order-payment.tsx'), 'OrderPaymentScreen'),
})

const confirmationScreen = lazyRouteComponent(
  () => import('#frontend/screens/orders/order-confirmation.tsx'),
  'OrderConfirmationScreen',
)
const successScreen = lazyRouteComponent(
  () => import('#frontend/screens/orders/order-confirmation.tsx'),
  'OrderSuccessScreen',
)
const errorScreen = lazyRouteComponent(
  () => import('#frontend/screens/orders/order-confirmation.tsx'),
  'OrderErrorScreen',
)
// The specification's '.../confirmation' is ambiguous, so both paths answer.
const confirmations = [
  createRoute({ ...ofOneOrder, path: '/order/$id/checkout/confirmation', component: confirmationScreen }),
  createRoute({ ...ofOneOrder, path: '/order/$id/checkout/confirmation/success', component: successScreen }),
  createRoute({ ...ofOneOrder, path: '/order/$id/checkout/confirmation/error', component: errorScreen }),
  createRoute({ ...ofOneOrder, path: '/order/$id/checkout/payment/confirmation', component: confirmationScreen }),
  createRoute({ ...ofOneOrder, path: '/order/$id/checkout/payment/confirmation/success', component: successScreen }),
  createRoute({ ...ofOneOrder, path: '/order/$id/checkout/payment/confirmation/error', component: errorScreen }),
] as const

const routeTree = rootRoute.addChildren([
  ...([landing, home, product, review, productCart, shoppingCart] as const),
  ...([register, login, loginGoogle, resetPassword, perfil, controlPanel] as const),
  ...([paymentSuccess, paymentFailure, bannedUser, orders, order, orderPayment] as const),
  ...([faq, about, contact, privacy, terms, withdrawal] as const),
  ...confirmations,
])

/** Search parameters are plain texts, one per name. `history`: the server's, which has no window. */
export function createShopRouter(queryClient: QueryClient, { history }: { history?: RouterHistory } = {}) {
  return createRouter({
    routeTree,
    context: { queryClient, isArriving: false },
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
  interface Register {
    router: ReturnType<typeof createShopRouter>
  }
}
