/**
 * What a route did against its own declaration: it returned nothing, or not what its `responses` say. The client gets a
 * bare 500; the message names the route and the remedy, never a value, and is logged.
 */
export class RouteFault extends Error {
  override readonly name = 'RouteFault'
}
