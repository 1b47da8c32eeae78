#pragma pop_macro("LENS_KEPT")
