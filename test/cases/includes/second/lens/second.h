#define LENS_SECOND_H
