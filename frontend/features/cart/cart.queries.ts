// The signed-in shopper's cart: one read, and edits that show at once and reach the server one after the other.
import {
  type QueryClient,
  queryOptions,
  useIsMutating,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { answered, type Cart, cartApi, type MergedCart } from '#frontend/api.ts'
import { queryKeys } from '#frontend/query-keys.ts'
import { useUser } from '#frontend/session.ts'
import { tellTabs } from '#frontend/tabs.ts'
import { emptyLocalCart, localCart, useLocalCart } from './browser-cart.ts'
import { withQuantity } from './cart-edits.ts'
import { type CartEntry, quantitiesById } from './local-cart.ts'

/** A user's cart. */
export function cartQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.cart.of(userId),
    queryFn: () => answered(cartApi[':id'].$get({ param: { id: String(userId) } })),
    staleTime: 10_000,
  })
}

/** Shows the cart that the shop has just told. A read still under way may be older and would overwrite it: it is dropped first. */
export async function showCart(queryClient: QueryClient, userId: number, cart: Cart): Promise<void> {
  const queryKey = queryKeys.cart.of(userId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, cart)
}

/** What the shopper has chosen so far, by product id: from the server's cart, or the browser's for visitors. */
export function useChosenQuantities(): Map<number, number> {
  const user = useUser()
  const local = useLocalCart()
  const { data } = useQuery({ ...cartQuery(user?.id ?? 0), enabled: Boolean(user) })
  return quantitiesById((user ? data?.productsId : local?.productsId) ?? [])
}

const scope = { id: 'cart' }

/** Whether the cart was read, so that a product which is not chosen is really not in it. */
export function useCartIsKnown(): boolean {
  const user = useUser()
  const { data } = useQuery({ ...cartQuery(user?.id ?? 0), enabled: Boolean(user) })
  return user === null || data !== undefined
}

/** True while an edit of the cart has not been answered. */
export function useCartIsBeingEdited(): boolean {
  return useIsMutating({ mutationKey: queryKeys.cart.edit }) > 0
}

type Edit<V> = { call: (input: V) => Promise<Cart>; foresee?: (cart: Cart, input: V) => Cart; then?: () => void }

/** One kind of edit: foreseen at once; a failure restores the cart as it was and asks the server. */
function useCartEdit<V>(userId: number, { call, foresee, then }: Edit<V>) {
  const queryClient = useQueryClient()
  const queryKey = queryKeys.cart.of(userId)
  return useMutation({
    mutationKey: queryKeys.cart.edit,
    scope,
    mutationFn: call,
    onMutate: async (input: V) => {
      await queryClient.cancelQueries({ queryKey })
      const before = queryClient.getQueryData(queryKey)
      if (before && foresee) queryClient.setQueryData(queryKey, foresee(before, input))
      return { before }
    },
    onError: (_error, _input, context) => {
      queryClient.setQueryData(queryKey, context?.before)
      return queryClient.invalidateQueries({ queryKey })
    },
    onSuccess: async (cart) => {
      // An answer that later edits have overtaken would show old numbers for a moment.
      if (queryClient.isMutating({ mutationKey: queryKeys.cart.edit }) <= 1) {
        await showCart(queryClient, userId, cart)
        tellTabs({ of: 'cart', userId, cart })
      }
      then?.()
    },
  })
}

/** Adds a product. The line itself appears with the answer; the count grows at once. */
export function useAddToCart(userId: number) {
  return useCartEdit<CartEntry>(userId, {
    call: (productId) => answered(cartApi.addproducttocart.$post({ json: { userId, productId } })),
    foresee: (cart, { id, quantity }) => {
      const before = quantitiesById(cart.productsId)
      const productsId = [...before.set(id, (before.get(id) ?? 0) + quantity)].map(([key, value]) => ({
        id: key,
        quantity: value,
      }))
      return { ...cart, productsId }
    },
  })
}

/** Sets a line's quantity. */
export function useSetQuantity(userId: number) {
  return useCartEdit<CartEntry>(userId, {
    call: (productId) => answered(cartApi.setquantity.$post({ json: { userId, productId } })),
    foresee: (cart, { id, quantity }) => withQuantity(cart, id, quantity),
  })
}

/** Takes a line out once the server has; `then` is called even when the line's own view has gone by that time. */
export function useRemoveFromCart(userId: number, then: () => void) {
  return useCartEdit<number>(userId, {
    call: (itemId) => answered(cartApi.deleteitem.$post({ json: { userId, itemId } })),
    then,
  })
}

/** Accepts the cart as the shop can sell it: quantities cut to what is available, withdrawn products removed. */
export function useCorrectCart(userId: number) {
  return useCartEdit<void>(userId, {
    call: () => answered(cartApi.correct.$post({ json: { userId } })),
  })
}

/**
 * Sends the browser's cart to the server after a sign-in and empties it.
 * Returns the products that were dropped; null when there was nothing to send or the merge failed, which is only logged.
 */
export async function mergeLocalCart(queryClient: QueryClient, userId: number): Promise<MergedCart['dropped'] | null> {
  const local = localCart()
  if (!local) return null
  const { productsId, mergeId } = local
  try {
    const { dropped, ...cart } = await answered(
      cartApi.addcartfromlocalstorage.$post({ json: { userId, productsId, ...(mergeId ? { mergeId } : {}) } }),
    )
    emptyLocalCart()
    tellTabs({ of: 'cart', userId, cart })
    await showCart(queryClient, userId, cart)
    return dropped
  } catch (error) {
    console.error('No se pudo unir el carrito del navegador.', error)
    return null
  }
}
