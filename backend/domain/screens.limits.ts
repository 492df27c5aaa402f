// Addresses of the pages for the server, without imports. A test compares them with the router.

export type Screen = { path: string; title: string; description?: string }

export const screens: readonly Screen[] = [
  {
    path: '/',
    title: 'Hardware y gaming',
    description:
      'Componentes de PC, periféricos, consolas y todo para jugar, con ficha técnica completa, stock real y reseñas.',
  },
  {
    path: '/home',
    title: 'Catálogo',
    description:
      'Procesadores, placas de video, monitores, periféricos y sillas con stock real. Filtrá por precio, marca y ficha técnica.',
  },
  { path: '/about', title: 'Sobre GamerTech', description: 'Quiénes somos y qué hace distinta a la tienda.' },
  { path: '/contact', title: 'Contacto', description: 'Escribinos: te respondemos por correo.' },
  {
    path: '/preguntas-frecuentes',
    title: 'Preguntas frecuentes',
    description: 'Pagos, stock, órdenes y cuentas: las respuestas a lo que más nos preguntan.',
  },
  {
    path: '/privacy',
    title: 'Política de privacidad',
    description: 'Qué datos guarda la tienda, para qué y por cuánto tiempo.',
  },
  { path: '/terms', title: 'Términos y condiciones', description: 'Las condiciones de compra y de uso de la tienda.' },
  {
    path: '/arrepentimiento',
    title: 'Botón de arrepentimiento',
    description: 'Hasta diez días después de la entrega podés arrepentirte de una compra, con su número y tu correo.',
  },
  { path: '/product/$id', title: 'Producto' },
  { path: '/review/$id', title: 'Dejar reseña' },
  { path: '/productCart/$id', title: 'Producto del carrito' },
  { path: '/shoppingCart', title: 'Carrito' },
  { path: '/register', title: 'Crear cuenta' },
  { path: '/login', title: 'Ingresar' },
  { path: '/login/google', title: 'Ingresar con Google' },
  { path: '/reset-password', title: 'Nueva contraseña' },
  { path: '/perfil', title: 'Perfil' },
  { path: '/controlPanel', title: 'Panel de Control' },
  { path: '/payment/success', title: 'Pago' },
  { path: '/payment/failure', title: 'Pago' },
  { path: '/banned-user', title: 'Cuenta suspendida' },
  { path: '/orders', title: 'Mis compras' },
  { path: '/order/$id', title: 'Orden' },
  { path: '/order/$id/checkout/payment', title: 'Pago de la orden' },
  ...['', '/success', '/error'].flatMap((end) => [
    { path: `/order/$id/checkout/confirmation${end}`, title: 'Confirmación de la orden' },
    { path: `/order/$id/checkout/payment/confirmation${end}`, title: 'Confirmación de la orden' },
  ]),
]
