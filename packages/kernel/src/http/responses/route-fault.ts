/**
 * Violation of a route's own declaration: its handler returned nothing, or a response that `responses` does not
 * declare. The client gets a 500 without details. The message is logged: it names the route and the fix, never a value.
 */
export class RouteFault extends Error {
  override readonly name = 'RouteFault'
}
