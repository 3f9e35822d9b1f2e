import type { Kernel, KernelOptions } from '../kernel.js'
import type { KernelServices } from '../plugins/kernel-services.js'
import { PlinthKernel } from './plinth-kernel.js'

/** Creates a kernel. Nothing is opened or read before `start`. */
export function createKernel(options: KernelOptions = {}): Kernel<KernelServices> {
  return new PlinthKernel<KernelServices>(options)
}
