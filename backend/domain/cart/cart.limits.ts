export const maxQuantity = 1_000_000
/** One purchase's maximum; also keeps the cart's answer small. */
export const maxCartLines = 100
export const cartIsFull = 'Tu carrito está completo: quitá algún producto, o pagá estos primero.'
