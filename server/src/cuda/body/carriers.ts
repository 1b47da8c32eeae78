/**
 * Names that carry instructions: CUDA intrinsics, and the wrappers and atoms of CuTe, CUTLASS, libcu++ and their kin.
 * What targets they need is that of the instruction they stand for; the table never says so itself.
 *
 * Not here, because they have software to fall back on: `__nv_cvt_*` (cuda_fp8.hpp, cuda_fp4.hpp), `cuda::pipeline`.
 * Not here, because every target of the toolkit has them: SM70 and SM75 atoms, `__dp4a`, `nvcuda::wmma`, named barriers.
 */
import { formNamed } from "../../arch/instructions";
import { remembered } from "../../text/own-text";
import type { Mask } from "../../logic/sets";

interface Carrier {
  readonly pattern: RegExp;
  /** The name of the measured form whose targets it needs. */
  readonly form: string;
}

const carrier = (pattern: RegExp, form: string): Carrier => ({ pattern, form });

/** The first row that matches a name speaks for it. */
const CARRIERS: readonly Carrier[] = [
  // Intrinsics of the CUDA runtime.
  carrier(/^cudaGridDependencySynchronize$/, "griddepcontrol.wait"),
  carrier(/^cudaTriggerProgrammaticLaunchCompletion$/, "griddepcontrol.launch_dependents"),
  carrier(/^__reduce_(?:add|min|max)_sync$/, "redux.sync.max.u32"),
  carrier(/^__reduce_(?:and|or|xor)_sync$/, "redux.sync.and.b32"),
  carrier(
    /^__cluster(?:Dim|DimIsSpecified|RelativeBlockIdx|GridDimInClusters|SizeInBlocks)$/,
    "sreg %cluster_nctaid.x",
  ),
  carrier(/^__cluster_(?:barrier_)?(?:arrive|wait)\w*$/, "barrier.cluster.arrive"),
  carrier(/^__cluster_(?:map_shared_rank|query_shared_rank)$/, "mapa.u64"),
  carrier(/^this_cluster$/, "barrier.cluster.arrive"),
  // Programmatic dependent launch.
  carrier(
    /^(?:launch_dependent_grids|griddepcontrol_launch_dependents|griddep_launch\w*|gdc_launch\w*)$/,
    "griddepcontrol.launch_dependents",
  ),
  carrier(
    /^(?:wait_on_dependent_grids|griddepcontrol_wait|griddep_wait\w*|gdc_wait\w*)$/,
    "griddepcontrol.wait",
  ),
  // Hopper's warpgroup MMA. `warpgroup_fence_operand` is an empty asm and needs nothing.
  carrier(/^warpgroup_arrive$/, "wgmma.fence"),
  carrier(/^warpgroup_commit(?:_batch)?$/, "wgmma.commit_group"),
  carrier(/^warpgroup_wait$/, "wgmma.wait_group"),
  carrier(/^wgmma_(?:fence|arrive)\w*$/, "wgmma.fence"),
  carrier(/^wgmma_commit\w*$/, "wgmma.commit_group"),
  carrier(/^wgmma_wait\w*$/, "wgmma.wait_group"),
  carrier(
    /^(?:SM90_64x\d+x\d+_\w+|MMA_64x\d+x\d+_\w+|(?:ss|rs)_op_selector(?:_sparse)?|SM90_\w*GMMA\w*|wgmma\d*(?:_async)?(?:_m64\w*)?)$/,
    "wgmma.mma_async.f16",
  ),
  // Tensor memory and the fifth generation of tensor cores.
  carrier(/^SM100_U(?:4x|6x|8x)\w*LDSM\w*|^SM100_SU[46]_\w*LDSM\w*$/, "ldmatrix.m16n16.trans.b8"),
  carrier(/^SM100_U8x\w*STSM\w*$/, "stmatrix.m16n8.trans.b8"),
  carrier(/^SM100_[12]x[12]x1_F32\w*$/, "fma.rn.f32x2"),
  carrier(/^SM100_(?:LOAD|STORE)_256bit\w*$/, "ld.global.v8.b32"),
  carrier(/^SM100_TMA_(?:LOAD_)?2SM\w*$/, "cp.async.bulk.tensor.cta_group::2"),
  carrier(/^SM100_TMEM_LOAD\w*$/, "tcgen05.ld.32x32b"),
  carrier(/^SM100_TMEM_STORE\w*$/, "tcgen05.st.32x32b"),
  carrier(/^SM100_UTCCP\w*$/, "tcgen05.cp.128x256b"),
  carrier(/^SM10[03]_(?:MMA|MXF)\w*$/, "tcgen05.mma.kind::f16"),
  carrier(/^(?:Allocator[12]Sm|tmem_(?:alloc|allocate)\w*)$/, "tcgen05.alloc.cta_group::1"),
  carrier(/^tmem_(?:dealloc|free)\w*$/, "tcgen05.dealloc"),
  carrier(/^tcgen05_(?:alloc\w*)$/, "tcgen05.alloc.cta_group::1"),
  carrier(/^tcgen05_(?:commit\w*)$|^umma_arrive\w*$/, "tcgen05.commit"),
  carrier(/^fence_view_async_tmem_(?:load|store)$/, "tcgen05.wait::ld"),
  carrier(/^tcgen05_\w+$/, "tcgen05.fence::before_thread_sync"),
  carrier(/^(?:utcmma|umma)_(?:ss|ts|fma|mma)\w*$/, "tcgen05.mma.kind::f16"),
  // What only an architecture-specific or family-specific build has.
  carrier(
    /^(?:warpgroup_reg_alloc|warpgroup_reg_set|increase_registers|reg_alloc|setmaxnreg_inc\w*)$/,
    "setmaxnreg.inc",
  ),
  carrier(/^(?:warpgroup_reg_dealloc|decrease_registers|reg_dealloc|setmaxnreg_dec\w*)$/, "setmaxnreg.dec"),
  carrier(/^(?:tma_descriptor_replace\w*|tensor_?map_replace\w*)$/, "tensormap.replace.global_address"),
  carrier(/^SM120_16x8x64_TN_VS$/, "mma.kind::mxf4.block_scale"),
  carrier(/^SM120_16x8x32_TN_VS$/, "mma.kind::mxf8f6f4.block_scale"),
  carrier(/^SM120_SPARSE_\w+$/, "mma.sp::ordered_metadata.kind::f8f6f4"),
  carrier(/^SM120_16x8x\d+_TN$/, "mma.kind::f8f6f4.e4m3"),
  // Hopper's copies, barriers and clusters, which later targets have as well.
  carrier(
    /^SM90_TMA_(?:STORE|REDUCE)\w*$|^tma_store_(?:[1-5]d|arrive|wait)\w*$/,
    "cp.async.bulk.tensor.store.tile",
  ),
  carrier(/^SM90_TMA_\w+$|^cp_async_bulk_tensor\w*$/, "cp.async.bulk.tensor.2d.tile.shared::cluster"),
  carrier(/^SM90_BULK_COPY\w*$|^cp_async_bulk\w*$/, "cp.async.bulk.shared::cluster.global"),
  carrier(/^SM90_U(?:32|16)x\dx?\w*STSM\w*$/, "stmatrix.m8n8.x4.b16"),
  carrier(
    /^Cluster(?:Transaction)?Barrier$|^mbarrier_(?:arrive_expect_tx|try_wait)\w*$/,
    "mbarrier.try_wait",
  ),
  carrier(/^cluster_(?:arrive|wait|sync)\w*$|^barrier_cluster_\w+$/, "barrier.cluster.arrive"),
  carrier(/^(?:elect_one_sync|elect_sync)$/, "elect.sync"),
  carrier(/^clusterlaunchcontrol_\w+$/, "clusterlaunchcontrol.try_cancel"),
  // Ampere's and Ada's.
  carrier(/^SM89_16x8x32_\w+$/, "mma.m16n8k32.e4m3.f32acc"),
  carrier(/^SM80_CP_ASYNC\w*$/, "cp.async.cg"),
  carrier(/^SM80_16x8x\d+_\w+$/, "mma.m16n8k16.f16.f32acc"),
];

/** Every carrier's name has one of these in it; the rest need not be tried. */
const HINT =
  /^SM\d|^MMA_64x|warpgroup|wgmma|tcgen05|tmem|umma|utcmma|grid|gdc_|Grid|Launch|cluster|Cluster|reduce|elect|reg|op_selector|Allocator|tensor_?map|descriptor_replace|cp_async|mbarrier|tma_store/;

export interface CarriedInstruction {
  readonly form: string;
  readonly targets: Mask;
}

/** What instruction a name stands for, or null for an ordinary name. */
export const carriedBy = remembered((name): CarriedInstruction | null => {
  if (!HINT.test(name)) return null;
  const row = CARRIERS.find(({ pattern }) => pattern.test(name));
  const form = row === undefined ? undefined : formNamed(row.form);
  return form === undefined ? null : { form: form.name, targets: form.targets };
});

/** For the table's own test: every row must name a measured form. */
export const CARRIED_FORMS: readonly string[] = CARRIERS.map((row) => row.form);
