// The signed-in shopper's cart: the page shows an edit at once and sends edits to the server one by one.
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
import { forget } from '#frontend/storage.ts'
import { notifyTabs } from '#frontend/tabs.ts'
import { localCart, useLocalCart } from './browser-cart.ts'
import { withQuantity } from './cart-edits.ts'
import { type CartEntry, quantitiesById } from './local-cart.ts'

export function cartQuery(userId: number) {
  return queryOptions({
    queryKey: queryKeys.cart.of(userId),
    queryFn: () => answered(cartApi[':id'].$get({ param: { id: String(userId) } })),
    staleTime: 10_000,
  })
}

/** Shows a cart from an answer. Cancels a read under way, which could be older and overwrite it. */
export async function showCart(queryClient: QueryClient, userId: number, cart: Cart): Promise<void> {
  const queryKey = queryKeys.cart.of(userId)
  await queryClient.cancelQueries({ queryKey })
  queryClient.setQueryData(queryKey, cart)
}

/** Chosen units by product id: from the server's cart, or the browser's for visitors. */
export function useChosenQuantities(): Map<number, number> {
  return useChosen().quantities
}

/** `isKnown`: the cart was read, so that absent products are really absent. */
export function useChosen() {
  const user = useUser()
  const local = useLocalCart()
  const { data } = useQuery({ ...cartQuery(user?.id ?? 0), enabled: Boolean(user) })
  const quantities = quantitiesById((user ? data?.productsId : local?.productsId) ?? [])
  return { quantities, isKnown: user === null || data !== undefined }
}

const scope = { id: 'cart' }

export function useCartIsBeingEdited(): boolean {
  return useIsMutating({ mutationKey: queryKeys.cart.edit }) > 0
}

type Edit<V> = { call: (input: V) => Promise<Cart>; foresee?: (cart: Cart, input: V) => Cart; then?: () => void }

/** Applies an edit optimistically; on failure restores the cart and refetches it. */
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
      // Skips an answer that later edits have overtaken, which would flash old numbers.
      if (queryClient.isMutating({ mutationKey: queryKeys.cart.edit }) <= 1) {
        await showCart(queryClient, userId, cart)
        notifyTabs('cart')
      }
      then?.()
    },
  })
}

/** The count grows at once; the line appears with the answer. */
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

export function useSetQuantity(userId: number) {
  return useCartEdit<CartEntry>(userId, {
    call: (productId) => answered(cartApi.setquantity.$post({ json: { userId, productId } })),
    foresee: (cart, { id, quantity }) => withQuantity(cart, id, quantity),
  })
}

/** Removes the line after the server's answer; calls `then` even if the line's view is gone by then. */
export function useRemoveFromCart(userId: number, then: () => void) {
  return useCartEdit<number>(userId, {
    call: (itemId) => answered(cartApi.deleteitem.$post({ json: { userId, itemId } })),
    then,
  })
}

/** Cuts quantities to the available stock and removes withdrawn products. */
export function useCorrectCart(userId: number) {
  return useCartEdit<void>(userId, {
    call: () => answered(cartApi.correct.$post({ json: { userId } })),
  })
}

/**
 * Sends the browser's cart to the server after sign-in and empties it. Returns the dropped products and whether the
 * account's cart held others before; null without a cart or if the merge failed, which is only logged.
 */
export async function mergeLocalCart(
  queryClient: QueryClient,
  userId: number,
): Promise<{ dropped: MergedCart['dropped']; isAddedTo: boolean } | null> {
  const local = localCart()
  if (!local) return null
  const { productsId, mergeId } = local
  try {
    const { dropped, ...cart } = await answered(
      cartApi.addcartfromlocalstorage.$post({ json: { userId, productsId, ...(mergeId ? { mergeId } : {}) } }),
    )
    forget('cart')
    notifyTabs('cart')
    await showCart(queryClient, userId, cart)
    return { dropped, isAddedTo: unitsOf(cart.productsId) > unitsOf(productsId) }
  } catch (error) {
    console.error('No se pudo unir el carrito del navegador.', error)
    return null
  }
}

export function unitsOf(lines: readonly { quantity: number }[]): number {
  return lines.reduce((sum, { quantity }) => sum + quantity, 0)
}
