export { pumps } from './plugin.js'
export type { NewPump, Pump, PumpService } from './pump-service.js'
