import { Link } from '@tanstack/react-router'
import { privacyLegends } from '#backend/domain/user/privacy.limits.ts'
import { TextPage, TextSection } from '#frontend/layout/text-page.tsx'

const sections = [
  <TextSection key="datos" title="Qué datos guardamos">
    <ul>
      <li>
        <strong>Tu cuenta:</strong> nombre, e-mail y, si la subís, tu imagen de perfil. La contraseña se guarda como una
        huella que no se puede volver atrás: ni nosotros podemos leerla.
      </li>
      <li>
        <strong>Tus compras:</strong> qué pediste, cuándo, a qué precio, cómo terminó el pago, la dirección de entrega
        si elegís envío, y el DNI o CUIT si pedís una factura con él.
      </li>
      <li>
        <strong>Tus reseñas:</strong> el texto, el puntaje y la fecha. Se publican con tu nombre y tu imagen.
      </li>
      <li>
        <strong>Tu ingreso con Google,</strong> si lo usás: recibimos tu nombre, tu e-mail y tu imagen. No vemos tu
        contraseña ni publicamos nada en tu cuenta.
      </li>
      <li>
        <strong>Tus sesiones abiertas:</strong> desde qué navegador y sistema ingresaste, en dos palabras, cuándo, y más
        o menos cuándo usaste cada una por última vez. Se borra al cerrarlas o, si no, dentro de la hora en que vencen.
      </li>
    </ul>
  </TextSection>,
  <TextSection key="uso" title="Para qué los usamos">
    <p>
      Para venderte lo que elegís, mostrarte tus compras, avisarte por e-mail sobre ellas, cuidar tu cuenta y cumplir
      con la ley. Nada más.
    </p>
    <p>No vendemos tus datos, no mostramos publicidad y no usamos rastreadores de otras empresas.</p>
  </TextSection>,
  <TextSection key="pagos" title="Pagos">
    <p>
      El pago se hace en la billetera del proveedor. El número de tu tarjeta nunca llega a nuestra tienda: solo sabemos
      si el pago fue aprobado, por cuánto y cuándo.
    </p>
  </TextSection>,
  <TextSection key="navegador" title="Qué guarda tu navegador">
    <p>
      Solo cookies nuestras, que ningún programa de la página puede leer: la de tu sesión, que deja de servir a los 30
      minutos de ingresar; una que reconoce que ya ingresaste antes desde este navegador, para frenar a quien quiera
      adivinar tu contraseña; y otras de unos segundos o minutos mientras comprás o ingresás con Google.
    </p>
    <p>
      Además, tu navegador recuerda el carrito que armás sin cuenta, el último código postal que consultaste, el tema
      que elegís y si tenés una sesión abierta. La dirección que escribís para un envío y el DNI o CUIT de tu factura
      quedan en él hasta que comprás. Para cuando no hay conexión guarda también los productos que viste; al cerrar tu
      sesión los olvida.
    </p>
    <p>Lo que escribís en el chat de la tienda no sale de tu pantalla.</p>
  </TextSection>,
  <TextSection key="seguridad" title="Cómo los cuidamos">
    <p>
      Tu nombre, tu e-mail, tus direcciones, tu DNI o CUIT y tu imagen se guardan cifrados con una clave propia de cada
      persona. Cuando borrás tu cuenta destruimos esa clave, y con ella la posibilidad de leerlos.
    </p>
  </TextSection>,
  <TextSection key="derechos" title="Tus derechos">
    <p>
      En la sección «Otros ajustes» de tu{' '}
      <Link to="/perfil" preload={false}>
        perfil
      </Link>{' '}
      podés descargar todo lo que sabemos de vos y borrar tus datos. Tus reseñas quedan entonces firmadas como «Usuario
      desconocido», y de tus compras conservamos los importes, que la ley nos obliga a guardar.
    </p>
    <p>
      La Ley 25.326 te da derecho a acceder a tus datos (los entregamos dentro de los 10 días), y a corregirlos y
      suprimirlos (dentro de los 5 días hábiles).
    </p>
    {privacyLegends.map((legend) => (
      <p key={legend}>{legend}</p>
    ))}
  </TextSection>,
]

export default function PrivacyScreen() {
  return (
    <TextPage
      title="Política de privacidad"
      lead="Guardamos lo que hace falta para venderte y nada más. Acá te contamos qué es, para qué sirve y cómo lo borrás."
      updated="28 de noviembre de 2026"
      sections={sections}
    />
  )
}
