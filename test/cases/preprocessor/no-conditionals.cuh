int before;
#define X 1
int after;
