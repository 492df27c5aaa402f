// What a line of a cart may hold: one truth for the API and for the box of the page, so it imports nothing.
/** Most units of one line. */
export const maxQuantity = 1_000_000
/** Most products of one cart: what one purchase may name, and so bounded that a cart stays a small answer. */
export const maxCartLines = 100
/** Said by the page of a visitor's cart, and by the API of an account's. */
export const cartIsFull = 'Tu carrito está completo: quitá algún producto, o pagá estos primero.'
