// The shop's screens by address: the router, the rendered pages, their heads and the sitemap follow this list.

type Screen = {
  title: string
  description?: string
  /** Rendered by the server for a visitor: its file under frontend/, whose scripts the page names. */
  rendered?: string
}

const confirmation = { title: 'Confirmación de la orden' }

export const screens = {
  '/': {
    title: 'Hardware y gaming',
    description:
      'Componentes de PC, periféricos, consolas y todo para jugar, con ficha técnica completa, stock real y reseñas.',
    rendered: 'screens/pages/landing.tsx',
  },
  '/home': {
    title: 'Catálogo',
    description:
      'Procesadores, placas de video, monitores, periféricos y sillas con stock real. Filtrá por precio, marca y ficha técnica.',
    rendered: 'screens/catalogue/home.tsx',
  },
  '/about': {
    title: 'Sobre GamerTech',
    description: 'Quiénes somos y qué hace distinta a la tienda.',
    rendered: 'screens/pages/about.tsx',
  },
  '/contact': {
    title: 'Contacto',
    description: 'Escribinos: te respondemos por correo.',
    rendered: 'screens/pages/contact.tsx',
  },
  '/preguntas-frecuentes': {
    title: 'Preguntas frecuentes',
    description: 'Pagos, stock, órdenes y cuentas: las respuestas a lo que más nos preguntan.',
    rendered: 'screens/pages/faq.tsx',
  },
  '/privacy': {
    title: 'Política de privacidad',
    description: 'Qué datos guarda la tienda, para qué y por cuánto tiempo.',
    rendered: 'screens/pages/privacy.tsx',
  },
  '/terms': {
    title: 'Términos y condiciones',
    description: 'Las condiciones de compra y de uso de la tienda.',
    rendered: 'screens/pages/terms.tsx',
  },
  '/arrepentimiento': {
    title: 'Botón de arrepentimiento',
    description: 'Hasta diez días después de la entrega podés arrepentirte de una compra, con su número y tu correo.',
  },
  '/product/$id': { title: 'Producto', rendered: 'screens/catalogue/product.tsx' },
  '/comparar': { title: 'Comparar productos' },
  '/review/$id': { title: 'Dejar reseña' },
  '/productCart/$id': { title: 'Producto del carrito' },
  '/shoppingCart': { title: 'Carrito' },
  '/register': { title: 'Crear cuenta' },
  '/login': { title: 'Ingresar' },
  '/login/google': { title: 'Ingresar con Google' },
  '/reset-password': { title: 'Nueva contraseña' },
  '/perfil': { title: 'Perfil' },
  '/controlPanel': { title: 'Panel de Control' },
  '/payment/success': { title: 'Pago' },
  '/payment/failure': { title: 'Pago' },
  '/banned-user': { title: 'Cuenta suspendida' },
  '/orders': { title: 'Mis compras' },
  '/order/$id': { title: 'Orden' },
  '/order/$id/checkout/payment': { title: 'Pago de la orden' },
  // The specification leaves open where '.../confirmation' begins, so the shop serves both paths.
  '/order/$id/checkout/confirmation': confirmation,
  '/order/$id/checkout/confirmation/success': confirmation,
  '/order/$id/checkout/confirmation/error': confirmation,
  '/order/$id/checkout/payment/confirmation': confirmation,
  '/order/$id/checkout/payment/confirmation/success': confirmation,
  '/order/$id/checkout/payment/confirmation/error': confirmation,
} satisfies Record<string, Screen>

export type ScreenPath = keyof typeof screens

export const everyScreen = (Object.entries(screens) as [ScreenPath, Screen][]).map(([path, screen]) => ({
  path,
  ...screen,
}))
