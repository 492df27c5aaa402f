// The views that the API answers, as the screens read them.
export type User = {
  id: number
  name: string
  email: string
  isActive: boolean
  isAdmin: boolean
  imageUrl: string | null
  createdAt: string
}
export type Session = { user: User | null; marcaTiempoLogin: string | null; expiresAt: string | null }
export type SignedIn = { user: User; msg: string; marcaTiempoLogin: string }
export type CatalogueItem = {
  id: number
  name: string
  description: string
  price: number
  category: string
  imageUrl: string
  stock: number
  isActive: boolean
  rating: { average: number | null; count: number }
}
export type CataloguePage = {
  items: CatalogueItem[]
  total: number
  page: number
  pageSize: number
  pages: number
  facets: { categories: { name: string; count: number }[] }
}
export type Review = {
  userId: number
  author: { name: string | null; imageUrl: string | null }
  text: string
  score: number
  verified: boolean
  at: string
}
export type Product = CatalogueItem & { specs: { name: string; value: string }[]; reviews: Review[] }
export type CartLine = {
  id: number
  name: string
  description: string
  imageUrl: string
  price: number
  quantity: number
  available: number
  isActive: boolean
}
export type Cart = {
  userId: number
  productsId: { id: number; quantity: number }[]
  lines: CartLine[]
  subtotal: number
  currency: string
}
export type MergedCart = Cart & { dropped: { id: number; reason: 'unknown' | 'inactive' }[] }
export type CartDifference =
  | { type: 'stock'; id: number; name: string; wanted: number; available: number }
  | { type: 'inactive'; id: number; name: string }
  | { type: 'price'; id: number; name: string; before: number; now: number }
export type OrderState = 'placed' | 'paid' | 'rejected' | 'expired' | 'cancelled' | 'refunded'
export type Order = {
  id: number
  userId: number
  productsId: { id: number; quantity: number }[]
  lines: { id: number; name: string; imageUrl: string; price: number; quantity: number }[]
  total: number
  currency: string
  state: OrderState
  placedAt: string
  updatedAt: string
  holdUntil: string
}
export type OrderDetail = Order & { timeline: { state: OrderState; at: string }[]; initPoint: string | null }
export type Preference = {
  id: string
  initPoint: string
  orderId: number
  total: number
  currency: string
  holdUntil: string
}
export type PaymentConfig = { publicKey: string; scriptUrl: string }
