#include "tilefuse/allreduce.cuh"

namespace tilefuse {

static constexpr int kThreads = 256;

// Launches the fused kernel; with `oneshot` the one that rounds on the way.
cudaError_t allreduce(AllReduceParams const& params, bool oneshot, cudaStream_t stream) {
  int threads = params.elements / kVector;
  int blocks = (threads + kThreads - 1) / kThreads;
  if (oneshot) {
    allreduce_oneshot_kernel<<<blocks, kThreads, 0, stream>>>(params);
  } else {
    allreduce_residual_kernel<<<blocks, kThreads, 0, stream>>>(params);
  }
  return cudaGetLastError();
}

}  // namespace tilefuse
